export { Insight } from './insight.tsx'
export { Overview } from './overview.tsx'
