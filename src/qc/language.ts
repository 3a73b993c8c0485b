/** What the server itself may use of the engine: expressions and dictionaries, read without a database and without native code. */
export { columnsOf } from './expression/columns.ts'
export { ExpressionError } from './expression/error.ts'
export { evaluateExpression } from './expression/evaluate.ts'
export { describedFunctions, DESCRIBED_WORDS } from './expression/help.ts'
export { parseDictionary, type Dictionary, type DictionaryField, type FieldType } from './packs/dictionary.ts'
export { translateLogic } from './packs/redcap-logic.ts'
export { QcInputError } from './source/input-error.ts'
