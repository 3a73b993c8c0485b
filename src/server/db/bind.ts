/** A condition on rows of the alias `t`; `$1…` count from one within it. */
export type Where = { readonly where: string; readonly params: readonly unknown[] }

/** Collects parameters; `$n` is what stands for them in the text. */
export class Bind {
  readonly values: unknown[] = []
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
  /** Takes over a condition written with its own `$1…`. */
  graft({ where, params }: Where): string {
    const from = this.values.length
    this.values.push(...params)
    return where.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + from}`)
  }
}
