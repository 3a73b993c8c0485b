export { default } from './dashboard-page.tsx'
