/** How Heddle describes itself to authorization servers with which it was not registered by hand. */

export const CLIENT_METADATA_PATH = '/api/v1/credential/client.json';

/** A Client ID Metadata Document: its own address is the client id. */
export function clientMetadata(publicUrl: string): Record<string, unknown> {
  return {
    client_id: publicUrl + CLIENT_METADATA_PATH,
    ...describeClient(publicUrl),
    token_endpoint_auth_method: 'none',
  };
}

/** What is common to the document and to a registration (RFC 7591). */
export function describeClient(publicUrl: string) {
  return {
    client_name: 'Heddle',
    client_uri: publicUrl,
    redirect_uris: [`${publicUrl}/api/v1/credential/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'web',
  };
}
