export default function UserPortfolio() {
  return <h2 className="text-section font-semibold">User Portofolio</h2>
}
