/** How what is entered is read. A variable with a formula is computed and read in the same way. */
export const VARIABLE_TYPES = ['text', 'longText', 'integer', 'number', 'date', 'dateTime', 'time', 'choice', 'choices', 'yesNo'] as const
export type VariableType = (typeof VARIABLE_TYPES)[number]

/** From open to everybody in the study to what identifies a person; 4 tells the arm and is hidden from all until the study is unblinded. */
export const SENSITIVITIES = [0, 1, 2, 3, 4] as const
export type Sensitivity = (typeof SENSITIVITIES)[number]

/** One variable of one form in one version of a dictionary. */
export type Variable = {
  /** Code of the form. */
  form: string
  /** The column that holds its values, `v7`: what it is across versions, whatever it is called. Null until the draft is saved. */
  slot: number | null
  code: string
  label: string
  labelEn: string
  /** The heading that it stands under in the form. */
  section: string
  type: VariableType
  unit: string
  /** Other units that it may be entered in, as `readUnits` reads them: `mg/dL = 0.0555 : 1`. */
  units: string
  /** What is usual, as `readNormal` reads it: `3.9~6.1; sex=2: 3.5~5.8`. */
  normal: string
  /** Code of the list that its values are chosen from. */
  codelist: string
  min: string
  max: string
  required: boolean
  /** Asked only where this is true. */
  branching: string
  formula: string
  missingCodes: readonly string[]
  sensitivity: Sensitivity
  critical: boolean
  /** Filtered by often: the database keeps an index of it. */
  indexed: boolean
}

/** Once it was saved. */
export type SlottedVariable = Variable & { slot: number }

export type CodeItem = { code: string; label: string; labelEn: string }
export type Codelist = { code: string; name: string; items: readonly CodeItem[] }
export type FormHead = { code: string; name: string; nameEn: string; repeats: boolean; doubleEntry: boolean }

/** A version of a dictionary, whole. */
export type Content = { forms: readonly FormHead[]; codelists: readonly Codelist[]; variables: readonly Variable[] }

/** The row of a form must fit a page of the database: wider deliveries stay files. */
export const MAX_VARIABLES = 400

/** Each index is written with every record: so many of a form and no more. */
export const MAX_INDEXED = 8
/** What a filter compares of each type. Texts have none: one may be longer than an index takes. */
export const INDEXED_AS: Partial<Record<VariableType, 'as_number' | 'as_date' | 'as_moment'>> = {
  integer: 'as_number',
  number: 'as_number',
  date: 'as_date',
  dateTime: 'as_moment',
}

export const blankVariable = (form: string, code: string): Variable => ({
  form,
  slot: null,
  code,
  label: '',
  labelEn: '',
  section: '',
  type: 'text',
  unit: '',
  units: '',
  normal: '',
  codelist: '',
  min: '',
  max: '',
  required: false,
  branching: '',
  formula: '',
  missingCodes: [],
  sensitivity: 0,
  critical: false,
  indexed: false,
})

/** Yes and no are a list that every study has. */
export const YES_NO: Codelist = {
  code: 'yesNo',
  name: 'yesNo',
  items: [
    { code: '1', label: '是', labelEn: 'Yes' },
    { code: '0', label: '否', labelEn: 'No' },
  ],
}

/** The list of a variable; undefined where it has none, or names one that is not there. */
export const codelistOf = (variable: Pick<Variable, 'type' | 'codelist'>, lists: readonly Codelist[]): Codelist | undefined =>
  variable.type === 'yesNo' ? YES_NO : lists.find(({ code }) => code === variable.codelist)
