export { ProfilePage as default } from '#web'
