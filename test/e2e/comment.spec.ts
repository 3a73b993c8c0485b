import { expect, test } from '@playwright/test'
import type { Row } from '../study-kit.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { seen, walkedOnce } from './walked-in.ts'

const { signIn, memberIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': { comments: '评论', write: '写评论', say: '发表', none: '还没有评论', told: '在评论中提到您' },
  en: { comments: 'Comments', write: 'Write a comment', say: 'Send', none: 'No comments yet', told: 'mentioned you' },
} as const

for (const lang of walkedOnce('en'))
  test(`a colleague is mentioned beside a record, is told, reads it there and answers (${lang})`, async ({ browser }) => {
    const words = WORDS[lang]
    const [manager, ward] = [await signIn('datamanager'), await signIn('cardiology')]
    const study = (await only(manager.call, 'study.project', [{ field: 'code', operator: '=', val: 'HTN-2026' }])).id
    const { data: listed } = await manager.call<{ forms: { id: number; code: string }[] }>('/admin/clinical.data/forms', {
      query: { study: String(study) },
    })
    const form = listed.forms.find(({ code }) => code === 'vitals')?.id ?? 0
    // One that the ward sees.
    const { data } = await ward.call<{ list: Row[] }>(`/admin/clinical.data.f${form}/index`, { query: { limit: '2', order: 'id,asc' } })
    const record = data.list[lang === 'en' ? 1 : 0]?.id ?? 0
    const page = `/admin/clinical/data?study=${study}&form=${form}&record=${record}`
    const desk = await windowOf(browser, manager, lang)
    await open(desk, page)
    const comments = desk.getByRole('region', { name: words.comments, exact: true })
    await expect(comments).toContainText(words.none)
    const line = comments.getByRole('textbox', { name: words.write })
    // Nobody of that name: Enter is a new line and no person.
    await line.focus()
    await desk.keyboard.insertText('@没有这个人')
    await expect(comments.locator('.comment-none').last()).toBeVisible()
    await desk.keyboard.press('Enter')
    await expect(line).toHaveValue('@没有这个人\n')
    await line.fill('')
    // By the account, and without a key pressed, as an input method or a paste brings it.
    await desk.keyboard.insertText('@cardio')
    await expect(comments.locator('.mention-people li')).toHaveText(['@心内科数据员cardiology'])
    await desk.keyboard.press('Enter')
    await expect(line).toHaveValue('@心内科数据员 ')
    await line.pressSequentially('请看血压')
    await comments.getByRole('button', { name: words.say }).click()
    await expect(comments.locator('li')).toHaveCount(1)
    await expect(comments.locator('li b').last()).toHaveText('@心内科数据员')
    await seen(desk, WORDS)
    await shot(desk, `comment-${lang}`)

    const { data: told } = await ward.call<{ list: { text: string; address: string }[] }>('/admin/notification/index', {
      headers: { 'think-lang': lang },
    })
    const news = told.list.find(({ text }) => text.includes(words.told))
    expect(news?.address).toBe(page)
    const bed = await windowOf(browser, ward, lang)
    await open(bed, news?.address ?? '')
    const there = bed.getByRole('region', { name: words.comments, exact: true })
    await expect(there.locator('li')).toContainText('请看血压')
    await there.getByRole('textbox', { name: words.write }).fill('已核对')
    await there.getByRole('button', { name: words.say }).click()
    await expect(there.locator('li')).toHaveCount(2)
    await fitsPhone(bed)
    await seen(bed, WORDS)
    await shot(bed, `comment-390-${lang}`)
    for (const window of [desk, bed]) await window.context().close()
  })

for (const lang of walkedOnce('zh-cn'))
  test(`a member is mentioned by a manager, reads it on a phone and mentions back (${lang})`, async ({ browser }) => {
    const words = WORDS[lang]
    const [manager, nurse] = [await signIn('datamanager'), await memberIn('researcher')]
    const study = (await only(manager.call, 'study.project', [{ field: 'code', operator: '=', val: 'HTN-2026' }])).id
    const { data: listed } = await manager.call<{ forms: { id: number; code: string }[] }>('/admin/clinical.data/forms', {
      query: { study: String(study) },
    })
    const form = listed.forms.find(({ code }) => code === 'vitals')?.id ?? 0
    const site = await only(manager.call, 'department', [{ field: 'code', operator: '=', val: 'IM-EN' }])
    const search = JSON.stringify([{ field: 'department', operator: 'IN', val: String(site.id) }])
    const { data } = await manager.call<{ list: Row[] }>(`/admin/clinical.data.f${form}/index`, {
      query: { limit: '2', order: 'id,asc', search },
    })
    const record = data.list[lang === 'en' ? 1 : 0]?.id ?? 0
    const about = { resource: `clinical.data.f${form}`, record }
    const body = { ...about, text: '@演示研究者 请核对', members: [nurse.info.id] }
    expect(await manager.call('/admin/comment/say', { body })).toMatchObject({ code: 1 })

    const phone = await windowOf(browser, nurse, lang)
    await phone.setViewportSize({ width: 390, height: 844 })
    await open(phone, '/user/study/comment')
    await phone.locator('.member-queries a').first().click()
    const talk = phone.getByRole('region', { name: words.comments, exact: true })
    await expect(talk.locator('li').first()).toContainText('请核对')
    const line = talk.getByRole('textbox', { name: words.write })
    await line.pressSequentially('@数据')
    await talk.getByRole('button', { name: /^@数据/ }).click()
    await line.pressSequentially('已核对')
    await talk.getByRole('button', { name: words.say }).click()
    await expect(talk.locator('ol li')).toHaveCount(2)
    await expect(talk.locator('ol li b').last()).toHaveText(/^@数据/)
    await fitsPhone(phone)
    await seen(phone, WORDS)
    await shot(phone, `comment-member-390-${lang}`)
    const { data: told } = await manager.call<{ list: { text: string; address: string }[] }>('/admin/notification/index', {
      headers: { 'think-lang': lang },
    })
    expect(told.list.find(({ text }) => text.includes(words.told))?.address).toBe(
      `/admin/clinical/data?study=${study}&form=${form}&record=${record}`,
    )
  })
