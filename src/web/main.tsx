import './ui/style-nonce.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { cleanPathOfHash } from './api/address.ts'
import { setNavigator } from './api/navigator.ts'
import { initI18n } from './i18n/index.ts'
import { setAreas } from './areas.ts'
import { createAppRouter } from './router.tsx'
import { showBlockLoader } from './ui/block-loader.ts'
import { keepPage } from './ui/keep-page.ts'
import './ui/base.css'

const oldAddress = cleanPathOfHash(window.location.hash)
if (oldAddress) window.history.replaceState(null, '', oldAddress)

// Lazily: its lists of files grow with every area, and the sign-in page needs none of them.
setAreas(() => import('../areas/registry.web.ts'))
keepPage()
showBlockLoader()
await initI18n()

const router = createAppRouter()
setNavigator((path) => void router.navigate(path))

const host = document.getElementById('app')
if (!host) throw new Error('the page has no #app element')
createRoot(host).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
