export { parseTransactionFilter } from './filter.ts'
export { TransactionFilterFields } from './transaction-filter-fields.tsx'
export { TransactionSkeleton, TransactionTable } from './transaction-table.tsx'
export { useTransactions } from './use-transactions.ts'
