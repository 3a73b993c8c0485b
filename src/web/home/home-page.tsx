import { use } from 'react'
import shieldCheck from 'virtual:icon/shield-check'
import clipboardCheck from 'virtual:icon/clipboard-check'
import history from 'virtual:icon/history'
import table from 'virtual:icon/table-2'
import { FALLBACK, languages, pageTag } from '../languages.ts'
import { Mark } from '../ui/brand.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { ReportPicture } from './report-picture.tsx'
import { HomeWords, Word } from './word.tsx'

const points = [
  ['point1', clipboardCheck],
  ['point2', history],
  ['point3', shieldCheck],
  ['point4', table],
] as const

/** Rendered to HTML by the build; `main.ts` only switches words and links afterwards. */
export const HomePage = () => (
  <>
    <header className="home-head">
      <a className="home-brand" href="/">
        <Mark size={28} />
        <span id="brand" data-shipped={use(HomeWords)['title']}>
          <Word k="title" />
        </span>
      </a>
      <div className="language-switch" role="group" aria-label="语言 / Language">
        {languages.map(({ lang, name, short }) => (
          <button key={lang} type="button" data-lang={lang} lang={pageTag(lang)} title={name} aria-pressed={lang === FALLBACK}>
            {short}
          </button>
        ))}
      </div>
    </header>
    <main className="home-main">
      <section className="home-hero">
        <div className="home-words">
          <h1>
            <Word k="title" />
          </h1>
          <p className="home-lead">
            <Word k="lead" />
          </p>
          <p className="home-text">
            <Word k="text" />
          </p>
          <div className="home-ways">
            <a className="home-primary" href="/admin" data-way="admin">
              <Word k="staff" />
            </a>
            <a href="/user" data-way="user">
              <Word k="member" />
            </a>
          </div>
          <p className="home-join" data-of="user">
            <Word k="register" />{' '}
            <a href="/user/login?pane=register">
              <Word k="registerDo" />
            </a>
          </p>
        </div>
        <ReportPicture />
      </section>
      <section className="home-points">
        {points.map(([point, icon]) => (
          <div key={point}>
            <Glyph body={icon} size={20} />
            <h2>
              <Word k={point} />
            </h2>
            <p>
              <Word k={`${point}Text`} />
            </p>
          </div>
        ))}
      </section>
      <dl className="home-figures" id="figures" />
    </main>
    <footer className="home-foot">
      <span id="record" />
      <a href="/licenses.txt" target="_blank" rel="noreferrer">
        <Word k="licenses" />
      </a>
    </footer>
  </>
)
