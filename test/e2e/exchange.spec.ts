import { expect, test } from '@playwright/test'
import { REDCAP_PROJECT } from '../../src/study/exchange/testing/redcap-project.ts'
import { drawer, openArea } from './area-kit.ts'
import { fresh } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

const file = (text: string) => ({ name: 'project.xml', mimeType: 'text/xml', buffer: Buffer.from(text) })

test('AA-01 a project of REDCap is looked at and becomes a draft', async ({ page }) => {
  await openArea(page, '/admin/study/project')
  await page.getByRole('button', { name: '导入研究' }).click()
  const input = drawer(page).locator('input[type=file]')
  await input.setInputFiles(file('<!DOCTYPE a><a/>'))
  await expect(drawer(page).getByRole('alert')).toHaveText('第 1 行：不接受含文档类型定义（DTD）的文件')
  await input.setInputFiles(file(REDCAP_PROJECT))
  await expect(drawer(page)).toContainText('2 个表单、20 个变量')
  await expect(drawer(page)).toContainText('2 名受试者')
  await expect(drawer(page).locator('.exchange-notes')).toContainText('文件请作为数据文件上传')
  await noSeriousFindings(page)
  const title = fresh('研究')
  await drawer(page).getByLabel('方案编号').fill(fresh('RC'))
  await drawer(page).getByLabel('研究名称').fill(title)
  await drawer(page).getByRole('combobox', { name: '牵头科室' }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await drawer(page).getByRole('button', { name: '创建草稿' }).click()
  await expect(page).toHaveURL(/\/admin\/study\/project\/\d+\?tab=dictionaries/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
})

test('AA-01 an export says what it holds before it is downloaded, also in English', async ({ page }) => {
  await openArea(page, '/admin/study/project', { lang: 'en' })
  await page
    .getByRole('button', { name: /^More / })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Export the study' }).click()
  await expect(drawer(page).locator('.exchange-table tbody tr').first()).toBeVisible()
  await noSeriousFindings(page, '.ant-drawer-open')
  const download = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xml$/)
})
