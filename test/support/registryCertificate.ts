/** A certificate for npm's registry, until 2126, that nobody trusts but the test that says so. Its key is that of `selfSigned.ts`. It guards nothing. */
export const registryCertificate = `-----BEGIN CERTIFICATE-----
MIIBrzCCAVagAwIBAgIUI/q5SkqOPNPI7slCRenL1Qfxp9cwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwScmVnaXN0cnkubnBtanMub3JnMCAXDTI2MTEyMjA3MDAzM1oY
DzIxMjYxMDI5MDcwMDMzWjAdMRswGQYDVQQDDBJyZWdpc3RyeS5ucG1qcy5vcmcw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATbh6IV2RBkd358vR8Qgfjz45W0Yck6
IU9KuR6n30VagAbagvndhYzKWHc/Yo54NnBpzBPOy7OSY4qyNUTnc/2Zo3IwcDAd
BgNVHQ4EFgQUeBzcdd7PRwV1Vp4vTTQq44hYQmYwHwYDVR0jBBgwFoAUeBzcdd7P
RwV1Vp4vTTQq44hYQmYwHQYDVR0RBBYwFIIScmVnaXN0cnkubnBtanMub3JnMA8G
A1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgbkENHKcuk/WxfdtqvaBA
G1KlSd/axoiPwXJM7fpP3W0CIE3+IkuTZoG6F46L/hYoMR9cqfsajYILmMssaxxI
n/V+
-----END CERTIFICATE-----
`;
