export type Figure = { title: string; value: number; more: boolean }
type PublicSite = { site?: { siteName?: string; recordNumber?: string }; openMemberCenter?: boolean; figures?: Figure[] }

/** For the home page, which carries none of the app's request layer; without an answer it simply stays as printed. */
export const fetchPublicSite = async (lang: string): Promise<PublicSite> => {
  try {
    const response = await fetch('/api/index/index', { headers: { accept: 'application/json', server: 'true', 'think-lang': lang } })
    const body = (await response.json()) as { code: number; data: PublicSite }
    return body.code === 1 ? body.data : {}
  } catch {
    return {}
  }
}
