import { renderToStaticMarkup } from 'react-dom/server'

export const renderHome = (): string => renderToStaticMarkup(<p>home</p>)
