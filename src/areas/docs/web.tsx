export { DocsPage as default } from '#web'
