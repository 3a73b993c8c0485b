import { cleanPathOfHash } from '../api/address.ts'
import { type Figure, fetchPublicSite } from '../api/public-site.ts'
import { behind, FALLBACK, formatTag, isFirstVisit, knownLanguage, type Lang, offered, pageTag } from '../languages.ts'
import { loadWords } from './words.ts'

const read = <T>(key: string): T | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

type Config = { lang?: { defaultLang?: Lang } }
type Session = { id?: number; token?: string }

const oldAddress = cleanPathOfHash(window.location.hash)
if (oldAddress) window.location.replace(oldAddress)

const stored = (): Lang => knownLanguage(read<Config>('storeConfig_v2')?.lang?.defaultLang)

const remember = (lang: Lang): void => {
  const config = read<Config>('storeConfig_v2') ?? {}
  localStorage.setItem('storeConfig_v2', JSON.stringify({ ...config, lang: { ...config.lang, defaultLang: lang } }))
}

const all = (selector: string): NodeListOf<HTMLElement> => document.querySelectorAll<HTMLElement>(selector)

const show = async (lang: Lang): Promise<void> => {
  const words = await loadWords(lang)
  for (const node of all('[data-t]')) node.textContent = words[node.dataset['t'] ?? ''] ?? node.textContent
  for (const node of all('[data-label]')) node.setAttribute('aria-label', words[node.dataset['label'] ?? ''] ?? '')
  for (const node of all('[data-lang]')) node.setAttribute('aria-pressed', String(node.dataset['lang'] === lang))
  document.documentElement.lang = pageTag(lang)
  document.title = words['title'] ?? document.title
}

/** Who is signed in already is not asked to sign in again. */
const enter = (way: 'admin' | 'user', session: Session | null): void => {
  const word = document.querySelector(`[data-way=${way}] [data-t]`)
  if (!session?.id || !session.token || !word) return
  word.setAttribute('data-t', way === 'admin' ? 'staffEnter' : 'memberEnter')
  document.querySelector(`[data-of=${way}]`)?.remove()
}
enter('admin', read<Session>('adminInfo'))
enter('user', read<Session>('userInfo'))
if (stored() !== FALLBACK || document.querySelector('[data-t$=Enter]')) void show(stored())

const element = (tag: string, text: string): HTMLElement => Object.assign(document.createElement(tag), { textContent: text })

const showFigures = (figures: readonly Figure[], lang: Lang): void => {
  const format = new Intl.NumberFormat(formatTag(lang))
  const pairs = figures.map(({ title, value, more }) => {
    const pair = document.createElement('div')
    pair.append(element('dt', title), element('dd', format.format(value) + (more ? '+' : '')))
    return pair
  })
  document.getElementById('figures')?.replaceChildren(...pairs)
}

/** What the settings say about the site; the page stands without it. */
const showSite = async (lang: Lang): Promise<void> => {
  const { site, openMemberCenter, figures } = await fetchPublicSite(behind(lang))
  const record = document.getElementById('record')
  if (record && site?.recordNumber) record.textContent = site.recordNumber
  const brand = document.getElementById('brand')
  // A hospital's own name stays in every language; the shipped one is translated.
  if (brand && site?.siteName && site.siteName !== brand.dataset['shipped']) brand.textContent = site.siteName
  if (openMemberCenter === false) for (const node of all('[data-way=user], [data-of=user]')) node.remove()
  showFigures(figures ?? [], lang)
}
void showSite(stored())

const offer = isFirstVisit() ? offered(stored(), navigator.languages) : undefined
if (offer) {
  const button = Object.assign(element('button', offer.offer ?? ''), { className: 'language-offer', lang: pageTag(offer.lang) })
  button.dataset['lang'] = offer.lang
  document.querySelector('.language-switch')?.before(button)
}

for (const button of all('[data-lang]')) {
  button.addEventListener('click', () => {
    const lang = knownLanguage(button.dataset['lang'])
    remember(lang)
    document.querySelector('.language-offer')?.remove()
    void show(lang)
    if (document.getElementById('figures')?.hasChildNodes()) void showSite(lang)
  })
}
