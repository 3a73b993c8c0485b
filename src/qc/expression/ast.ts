export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='
export type Arithmetic = '+' | '-' | '*' | '/' | '%' | '^'

export type Node = { at: number } & (
  | { kind: 'number'; value: number; written: string }
  | { kind: 'text'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'column'; name: string }
  | { kind: 'negative'; value: Node }
  | { kind: 'not'; value: Node }
  | { kind: 'and' | 'or'; left: Node; right: Node }
  | { kind: 'arithmetic'; op: Arithmetic; left: Node; right: Node }
  | { kind: 'comparison'; op: Comparison; left: Node; right: Node }
  | { kind: 'differs'; left: Node; right: Node }
  | { kind: 'in'; value: Node; items: readonly Node[] }
  | { kind: 'between'; value: Node; low: Node; high: Node }
  | { kind: 'null?'; value: Node }
  | { kind: 'like' | 'matches'; value: Node; pattern: string; patternAt: number }
  | { kind: 'call'; name: string; args: readonly Node[] }
)
