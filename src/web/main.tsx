import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { definitions } from '../areas/registry.web.ts'
import { cleanPathOfHash } from './api/address.ts'
import { setNavigator } from './api/navigator.ts'
import { initI18n } from './i18n/index.ts'
import { setAreaFolders } from './shell/loading-address.ts'
import { createAppRouter } from './shell/router.tsx'
import { showBlockLoader } from './ui/block-loader.ts'
import './ui/base.css'

const oldAddress = cleanPathOfHash(window.location.hash)
if (oldAddress) window.history.replaceState(null, '', oldAddress)

setAreaFolders(Object.keys(definitions).map((file) => file.split('/')[1] ?? ''))
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
