export { TaxView } from './tax-view.tsx'
