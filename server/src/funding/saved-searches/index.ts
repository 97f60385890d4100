export { notifyMatches } from './notify-matches.ts'
