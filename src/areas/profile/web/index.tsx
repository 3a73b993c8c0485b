export { default } from './profile-page.tsx'
