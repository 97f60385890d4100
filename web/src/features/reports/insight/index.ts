export { Insight } from './insight.tsx'
export { insightNotes } from './insight-notes.tsx'
export { useOverview } from './queries.ts'
