export { default } from './docs-page.tsx'
