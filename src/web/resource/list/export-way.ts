export type ExportWay = 'now' | 'task'

/** A long list is offered as a task too, to whoever has the page where its file will lie. */
export const exportWays = (isLong: boolean, taskPage: string | null): readonly ExportWay[] =>
  isLong && taskPage !== null ? ['now', 'task'] : ['now']
