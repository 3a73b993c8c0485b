import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { signIn } from './shell-kit.ts'
import { PASSWORD } from './shell-kit.ts'

export const fixture = (name: string): Buffer => readFileSync(`test/fixtures/preview/${name}`)

const login = async (request: APIRequestContext): Promise<string> => {
  const answer = await request.post('/admin/index/login', {
    headers: { server: '1' },
    data: { username: 'admin', password: PASSWORD, keep: true },
  })
  return ((await answer.json()) as { data: { userInfo: { token: string } } }).data.userInfo.token
}

/** Uploads through the real door. Null if the server refused the file. */
export const stored = async (request: APIRequestContext, name: string, buffer: Buffer): Promise<string | null> => {
  const answer = await request.post('/admin/ajax/upload', {
    headers: { server: '1', batoken: await login(request) },
    multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
  })
  const { code, data } = (await answer.json()) as { code: number; data: { file: { url: string } } | null }
  return code === 1 && data ? data.file.url : null
}

export const openPreview = (page: Page, url: string, name = ''): Promise<unknown> =>
  page.goto(`/office?${new URLSearchParams(name ? { url, name } : { url })}`)

/** A file that is really there, shown in the wanted language. */
export const preview = async (page: Page, name: string, buffer: Buffer, lang: 'zh-cn' | 'en' = 'zh-cn'): Promise<void> => {
  const url = await stored(page.request, name, buffer)
  expect(url, `${name} was refused`).not.toBeNull()
  await signIn(page, { lang })
  await openPreview(page, url!, name)
}

/** The document inside the sandbox. */
export const framed = (page: Page) => page.frameLocator('.preview-frame')
