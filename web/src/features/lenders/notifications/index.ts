export { NoticeCentre } from './centre.tsx'
export { PreferencesForm } from './preferences-form.tsx'
export { categories } from './words.ts'
