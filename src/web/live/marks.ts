/** Up to when the server says that nothing is missed. */
const COMPLETE = '0'
const MOST = 400

/** How far this browser has come with each task, so that whoever reads on misses nothing and hears nothing twice. */
export class Marks {
  readonly #seen = new Map<string, string>()
  /** `12:5`, or several of them. */
  keep(id: string): void {
    for (const mark of id.split(',')) {
      const [task = '', seq = ''] = mark.split(':')
      if (!task || !seq) continue
      // The latest stands last: the oldest goes first.
      this.#seen.delete(task)
      this.#seen.set(task, seq)
    }
    for (const task of this.#seen.keys()) {
      if (this.#seen.size <= MOST) break
      if (task !== COMPLETE) this.#seen.delete(task)
    }
  }
  get text(): string {
    return [...this.#seen].map(([task, seq]) => `${task}:${seq}`).join(',')
  }
}
