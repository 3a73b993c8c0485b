type Spell = (title: string) => string[]

/** 研究项目 → `yjxm` and `yanjiuxiangmu`. The dictionary is large, so it comes when the palette first opens. */
export const loadSpelling = async (): Promise<Spell> => {
  const { pinyin } = await import('pinyin-pro')
  return (title) => [
    pinyin(title, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(''),
    pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(''),
  ]
}
