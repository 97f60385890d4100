import { Navigate } from 'react-router'
import { paths } from '../paths.ts'

/** The server lists no borrowers yet, so this address leads to the portfolio. */
export default function UserPortfolio() {
  return <Navigate to={paths.portfolio} replace />
}
