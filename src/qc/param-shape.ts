import type { Text } from './text.ts'

type Common = {
  label: Text
  help?: Text
  required?: true
  /** Says how a measured value is judged, not what is measured: with another one the history goes on. */
  judges?: true
}

/** One field of a check type's `params`: data, so that a form, a validator and a page of documentation come from the same place. */
export type ParamField =
  | (Common & { kind: 'text' | 'expression' | 'pattern' | 'column' | 'table'; default?: string })
  | (Common & { kind: 'number' | 'integer'; default?: number; min?: number; max?: number })
  | (Common & { kind: 'boolean'; default?: boolean })
  | (Common & { kind: 'choice'; options: Readonly<Record<string, Text>>; default?: string })
  | (Common & { kind: 'texts' | 'columns'; default?: readonly string[] })
  | (Common & { kind: 'choices'; options: Readonly<Record<string, Text>>; default?: readonly string[] })
  | (Common & { kind: 'rows'; fields: ParamShape })

/** `of` names another field holding the table in which a `column` lives; without it, the target table. */
export type ParamShape = Readonly<Record<string, ParamField & { of?: string }>>

type ValueOf<F> = F extends { kind: 'number' | 'integer' }
  ? number
  : F extends { kind: 'boolean' }
    ? boolean
    : F extends { kind: 'choice'; options: infer O }
      ? keyof O & string
      : F extends { kind: 'choices'; options: infer O }
        ? readonly (keyof O & string)[]
        : F extends { kind: 'texts' | 'columns' }
          ? readonly string[]
          : F extends { kind: 'rows'; fields: infer S }
            ? readonly ParamsOf<S>[]
            : string

export type ParamsOf<S> = {
  [K in keyof S]: S[K] extends { required: true } | { default: unknown } ? ValueOf<S[K]> : ValueOf<S[K]> | undefined
}
