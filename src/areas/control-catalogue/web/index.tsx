export { default } from './catalogue-page.tsx'
