import { Navigate } from 'react-router'
import { paths } from '../paths.ts'
import { useHideTopBar } from '../shell/top-bar-visibility.tsx'

/** The result of a funding. Without loan number and amount there is none to show. */
export default function FundingStatus() {
  useHideTopBar()
  return <Navigate to={paths.marketplace} replace />
}
