import { Component, type ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import './crash.css'

/** A page that throws must not take the menu and the other tabs with it. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <section className="crash" role="alert">
        <h1>{t('error.crash')}</h1>
        <p>{t('error.crashHint')}</p>
        <pre>{`${error.name}: ${error.message}`}</pre>
        <button type="button" onClick={() => this.setState({ error: null })}>
          {t('retry')}
        </button>
      </section>
    )
  }
}
