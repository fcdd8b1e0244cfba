/** Who the site is about: what the shell says of the agency on every page. */
export const agency = {
  name: 'Longhand',
  supportEmail: 'desk@longhand.example',
  instagram: 'https://instagram.example/longhand',
  youtube: 'https://youtube.example/longhand',
}
