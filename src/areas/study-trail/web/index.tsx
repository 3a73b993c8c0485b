export { default } from './trail-page.tsx'
