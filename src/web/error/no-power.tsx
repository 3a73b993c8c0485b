import { useEffect, useState } from 'react'
import { areaOf } from '../areas.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { behind, type Lang } from '../languages.ts'
import { recordAt } from '../state/menu.ts'
import { refusedPage } from '../state/refused-page.ts'
import { useSite } from '../state/site.ts'
import { joinNames } from '../ui/format.ts'
import { ErrorPage } from './error-page.tsx'

/** The right that a page of the back office needs is named like its address. */
const ruleOf = (path: string): string => (recordAt(path)?.list ?? path).replace(/^\/(admin|user)\//, '')

const useAreaTitle = (rule: string, lang: Lang): string => {
  const [title, setTitle] = useState('')
  useEffect(() => {
    let wanted = true
    areaOf(rule)
      ?.locale?.()
      .then(
        ({ default: locale }) => wanted && setTitle(locale[behind(lang)].title),
        () => {},
      )
    return () => void (wanted = false)
  }, [rule, lang])
  return title
}

/** What was asked for, what is missing, and who can give it. */
const Asked = ({ path }: { path: string }) => {
  const t = useText('error')
  const rule = ruleOf(path)
  const title = useAreaTitle(rule, useLanguage())
  const names = useSite((s) => s.askable)
  return (
    <dl className="error-asked">
      <dt>{t('noPower.page')}</dt>
      <dd>
        {title} <code>{path}</code>
      </dd>
      <dt>{t('noPower.right')}</dt>
      <dd>
        {title && t('noPower.see', { title })} <code>{rule}</code>
      </dd>
      <dt>{t('noPower.ask')}</dt>
      <dd>{names.length ? joinNames(names) : t('noPower.admin')}</dd>
    </dl>
  )
}

export default function NoPower() {
  const t = useText('error')
  const [path] = useState(refusedPage)
  return (
    <ErrorPage code="401" title={t('noPower.title')} text={t('noPower.text')}>
      {path && <Asked path={path} />}
    </ErrorPage>
  )
}
