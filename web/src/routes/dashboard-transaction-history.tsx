export default function Transactions() {
  return <h2 className="text-section font-semibold">Transaction History</h2>
}
