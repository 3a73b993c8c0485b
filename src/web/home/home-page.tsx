import { Mark } from '../ui/brand.tsx'
import { ReportPicture } from './report-picture.tsx'
import { Word } from './word.tsx'

const points = ['point1', 'point2', 'point3', 'point4'] as const

/** Rendered to HTML by the build; `main.ts` only switches words and links afterwards. */
export const HomePage = () => (
  <>
    <header className="home-head">
      <a className="home-brand" href="/">
        <Mark size={28} />
        <Word k="title" />
      </a>
      <div className="language-switch" role="group" aria-label="语言 / Language">
        <button type="button" data-lang="zh-cn" lang="zh-CN" aria-pressed="true">
          中文
        </button>
        <button type="button" data-lang="en" lang="en" aria-pressed="false">
          EN
        </button>
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
        </div>
        <ReportPicture />
      </section>
      <section className="home-points">
        {points.map((point) => (
          <div key={point}>
            <h2>
              <Word k={point} />
            </h2>
            <p>
              <Word k={`${point}Text`} />
            </p>
          </div>
        ))}
      </section>
    </main>
    <footer className="home-foot">
      <span id="record" />
    </footer>
  </>
)
