/** What the browser tests of the request layer load: the product's own modules, bundled for them alone. */
export { request } from '../../src/web/api/request.ts'
export { upload } from '../../src/web/api/upload.ts'
export { useOverlay } from '../../src/web/api/overlay.ts'
export { setNavigator } from '../../src/web/api/navigator.ts'
export { initI18n } from '../../src/web/i18n/index.ts'
export { useAdmin } from '../../src/web/state/admin.ts'
export { useMember } from '../../src/web/state/member.ts'
export { useToasts } from '../../src/web/state/toast.ts'
