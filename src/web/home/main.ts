import { cleanPathOfHash } from '../api/address.ts'
import { fetchPublicSite } from '../api/public-site.ts'
import type { Lang } from '../state/config.ts'
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

const stored = (): Lang => (read<Config>('storeConfig_v2')?.lang?.defaultLang === 'en' ? 'en' : 'zh-cn')

const remember = (lang: Lang): void => {
  const config = read<Config>('storeConfig_v2') ?? {}
  localStorage.setItem('storeConfig_v2', JSON.stringify({ ...config, lang: { ...config.lang, defaultLang: lang } }))
}

const show = async (lang: Lang): Promise<void> => {
  const words = await loadWords(lang)
  for (const node of document.querySelectorAll('[data-t]')) node.textContent = words[node.getAttribute('data-t') ?? ''] ?? node.textContent
  for (const node of document.querySelectorAll('[data-label]'))
    node.setAttribute('aria-label', words[node.getAttribute('data-label') ?? ''] ?? '')
  for (const node of document.querySelectorAll('[data-lang]'))
    node.setAttribute('aria-pressed', String(node.getAttribute('data-lang') === lang))
  document.documentElement.lang = lang === 'en' ? 'en' : 'zh-CN'
  document.title = words['title'] ?? document.title
}

for (const button of document.querySelectorAll<HTMLElement>('[data-lang]')) {
  button.addEventListener('click', () => {
    const lang: Lang = button.dataset['lang'] === 'en' ? 'en' : 'zh-cn'
    remember(lang)
    void show(lang)
  })
}

/** Who is signed in already is not asked to sign in again. */
const enter = (way: 'admin' | 'user', session: Session | null): void => {
  const word = document.querySelector(`[data-way=${way}] [data-t]`)
  if (session?.id && session.token && word) word.setAttribute('data-t', way === 'admin' ? 'staffEnter' : 'memberEnter')
}
enter('admin', read<Session>('adminInfo'))
enter('user', read<Session>('userInfo'))
if (stored() !== 'zh-cn' || document.querySelector('[data-t$=Enter]')) void show(stored())

void fetchPublicSite(stored()).then(({ site, openMemberCenter }) => {
  const record = document.getElementById('record')
  if (record && site?.recordNumber) record.textContent = site.recordNumber
  if (openMemberCenter === false) document.querySelector('[data-way=user]')?.remove()
})
