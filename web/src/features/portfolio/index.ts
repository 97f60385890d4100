export { parsePortfolioFilter } from './filter.ts'
export { PortfolioFilterFields } from './portfolio-filter-fields.tsx'
export { PortfolioSkeleton, PortfolioTable } from './portfolio-table.tsx'
export { usePortfolio } from './use-portfolio.ts'
