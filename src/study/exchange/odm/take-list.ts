import type { Codelist } from '../../dictionary/variable.ts'
import type { Item, OdmStudy } from './model.ts'
import { choicesIn, codeFrom, freeCode, hasHan, plainText } from './name.ts'
import { labelsOf } from './taken.ts'
import type { Notes } from './taken.ts'

/** Lists with the same codes and meanings are one, called after the first that was needed. */
export class Lists {
  private readonly made = new Map<string, Codelist>()
  private readonly taken = new Set<string>()
  private readonly study: OdmStudy
  private readonly notes: Notes
  constructor(study: OdmStudy, notes: Notes) {
    this.study = study
    this.notes = notes
  }
  all(): Codelist[] {
    return [...this.made.values()]
  }
  /** The code of the list that a choice has; empty where it has none. */
  of({ codelist, extras }: Item, form: string, variable: string): string {
    const list = this.study.lists.find(({ oid }) => oid === codelist)
    if (!list) return ''
    const boxes = list.extras['redcap:CheckboxChoices']
    const plain =
      boxes !== undefined
        ? choicesIn(boxes).map(({ code, label }) => ({
            code,
            label: hasHan(label) ? plainText(label) : '',
            labelEn: hasHan(label) ? '' : plainText(label),
          }))
        : list.items.map(({ code, label }) => ({ code, ...labelsOf(label) }))
    const fit = (text: string, longest: number) => this.notes.fit(text, longest, form, variable, 'codelist')
    const items = plain.map(({ code, label, labelEn }) => ({ code: fit(code, 100), label: fit(label, 500), labelEn: fit(labelEn, 500) }))
    const wanted = list.extras['dqc:Code'] ?? codeFrom(boxes === undefined ? list.name : (extras['redcap:Variable'] ?? list.name))
    const key = JSON.stringify(list.extras['dqc:Code'] === undefined ? items : [wanted, items])
    const known = this.made.get(key)
    if (known) return known.code
    const code = freeCode(wanted, this.taken)
    this.made.set(key, { code, name: fit(list.extras['dqc:Code'] === undefined ? code : list.name, 100), items })
    return code
  }
}
