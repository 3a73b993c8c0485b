import { text } from '../../text.ts'
import type { TableScope } from '../../scope.ts'
import { Sql } from '../../sql.ts'

export const SEX_PARAMS = {
  male: { kind: 'texts', default: ['男', '男性', 'M', 'm', 'male', 'Male', '1'], label: text('表示男的值', 'Values for male') },
  female: { kind: 'texts', default: ['女', '女性', 'F', 'f', 'female', 'Female', '2'], label: text('表示女的值', 'Values for female') },
} as const

/** 'male', 'female' or null. */
export const sexOf = (scope: TableScope, column: string, male: readonly string[], female: readonly string[]): Sql =>
  scope.share(
    Sql`(CASE WHEN ${scope.dialect.values.oneOf(scope.value(column), male)} THEN 'male' WHEN ${scope.dialect.values.oneOf(scope.value(column), female)} THEN 'female' END)`,
  )
