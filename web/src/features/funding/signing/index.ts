export { readSigningRequest } from './signing-request.ts'
export { SigningView } from './signing-view.tsx'
export type { FundingState } from './use-signing.ts'
