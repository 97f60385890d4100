import { useNavigate, useParams } from 'react-router'
import { SelectionView } from '../features/funding/selection/selection-view.tsx'
import { paths } from '../paths.ts'

/** A funded selection by its id in the URL. */
export default function Selection() {
  const { selectionId = '' } = useParams()
  const navigate = useNavigate()
  return (
    <SelectionView
      selectionId={selectionId}
      onSign={(signing) => navigate(paths.signing, { state: { ...signing, selectionId } })}
      onPortfolio={() => navigate(paths.portfolio)}
      onMarketplace={() => navigate(paths.marketplace)}
    />
  )
}
