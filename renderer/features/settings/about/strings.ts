/** What the part of the settings says that is about the program itself. */
export const strings = {
  about: 'Daybook',
  version: 'Version',
  unknown: 'not known at the moment',
  address: 'Address of the service',
  docs: 'Documentation of the interface',
  openapi: 'OpenAPI description',
  keys: 'Keyboard shortcuts',
  keysHint: 'Press ? on any page.',
  showKeys: 'Show keyboard shortcuts',
  licences: 'Licences',
  licencesHint: (count: number): string => `This page is made with ${count} open-source packages.`,
  licencesFailed: 'The licences could not be read',
  noText: 'Its package holds no text of the licence.',
  search: 'Search packages',
  noMatch: 'No package fits.',
} as const;
