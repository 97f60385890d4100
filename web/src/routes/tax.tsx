import { Navigate, useSearchParams } from 'react-router'
import { paths } from '../paths.ts'

/** The former address of the tax, which is one of the documents. */
export default function Tax() {
  const [search] = useSearchParams()
  return <Navigate to={paths.taxOf(search.get('year') ?? '')} replace />
}
