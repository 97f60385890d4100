export { withdrawingOf } from './store.ts'
